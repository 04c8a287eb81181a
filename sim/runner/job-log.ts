import { type CommandName, type LogCommand, parseLogCommand } from './log-commands.ts';
import type { Masks } from './masks.ts';

export type Annotation = {
  level: 'error' | 'warning' | 'notice';
  message: string;
  properties: Record<string, string>;
};

export type JobLog = {
  /** One line of a process's stdout or stderr: obeyed when it is a command, then written down. */
  line(text: string): void;
  annotate(level: Annotation['level'], message: string, properties?: Record<string, string>): void;
  /** As people see it: masked. */
  text(): string;
  /** What was printed besides `add-mask`, unmasked: a test for leaks looks here, where no mask can hide one. */
  raw(): string;
  readonly annotations: Annotation[];
  /** What `set-output` and `save-state` gave: still obeyed by the runner, with a warning. */
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
};

/** The log of one job, and the commands in it. */
export function openJobLog(masks: Masks, onLine: (line: string) => void = () => {}): JobLog {
  const shown: string[] = [];
  const printed: string[] = [];
  const log = { annotations: [] as Annotation[], outputs: {}, state: {} } as Pick<
    JobLog,
    'annotations' | 'outputs' | 'state'
  >;
  let stopped: string | null = null;

  const write = (text: string): void => {
    shown.push(masks.apply(text));
  };
  const annotate: JobLog['annotate'] = (level, message, properties = {}) => {
    log.annotations.push({ level, message: masks.apply(message), properties });
    write(`##[${level}]${message}`);
  };
  const deprecated = (name: string): void =>
    annotate('warning', `The \`${name}\` command is deprecated and will be disabled soon.`);
  const disabled = ({ name }: LogCommand): void => annotate('error', `The \`${name}\` command is disabled.`);
  const annotated = ({ name, message, properties }: LogCommand): void =>
    annotate(name as Annotation['level'], message, properties);
  const asIs = (_: LogCommand, text: string): void => write(text);

  const obey: Record<CommandName, (command: LogCommand, text: string) => void> = {
    'add-mask': ({ message }) => masks.add(message),
    'add-matcher': asIs,
    'add-path': disabled,
    debug: asIs,
    echo: asIs,
    endgroup: () => write('##[endgroup]'),
    error: annotated,
    group: ({ message }) => write(`##[group]${message}`),
    notice: annotated,
    'remove-matcher': asIs,
    'save-state': ({ name, message, properties }) => {
      log.state[properties['name'] ?? ''] = message;
      deprecated(name);
    },
    'set-env': disabled,
    'set-output': ({ name, message, properties }) => {
      log.outputs[properties['name'] ?? ''] = message;
      deprecated(name);
    },
    'stop-commands': ({ message }, text) => {
      stopped = message.toLowerCase();
      write(text);
    },
    warning: annotated,
  };

  const line = (text: string): void => {
    const command = parseLogCommand(text);
    if (command?.name !== 'add-mask') printed.push(text);
    if (stopped !== null) {
      if (command?.name === stopped) stopped = null;
      else write(text);
    } else if (command && Object.hasOwn(obey, command.name)) obey[command.name as CommandName](command, text);
    else write(text);
    onLine(text);
  };

  return { ...log, line, annotate, text: () => joined(shown), raw: () => joined(printed) };
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
