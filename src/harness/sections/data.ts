/** Every answer is the parameters of one tool, among them a list of commands: as a JSON object, or as tags in one named `root`. */
export type SectionsData<Rendering> = {
  /** By the harness's name. */
  tool: string;
  /** The parameter that is the list, and in each command the text that is typed. */
  commands: { parameter: string; text: string };
  /** The flag that ends the work, set in two answers one after the other: the first is asked whether it is sure. */
  complete: string;
  /**
   * What is told after an answer. Fields are `output`, `warnings` (a line each, empty where there are none) and `complete`, where the
   * answer says so for the first time.
   */
  observation: Rendering;
} & ({ name: 'json-object' } | { name: 'xml-sections'; root: string });
