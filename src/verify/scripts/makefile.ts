/** A Makefile's or justfile's recipes, as text; rules made by patterns or includes are not seen. */
export type Recipes = ReadonlyMap<string, { needs: readonly string[]; lines: readonly string[] }>;

const rule = /^@?([A-Za-z_.][^:=#\t\n]*?)\s*::?(?![:=])\s*([^\n#]*)/;

export function recipesOf(text: string): Recipes {
  const recipes = new Map<string, { needs: string[]; lines: string[] }>();
  const variables = variablesOf(text);
  let current: string[] = [];
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (/^\s+\S/.test(line)) {
      for (const name of current)
        recipes.get(name)?.lines.push(expand(line.trim().replace(/^[@+-]+/, ''), variables));
      continue;
    }
    const [, names, needs] = rule.exec(line) ?? [];
    if (names === undefined) {
      if (line.trim() !== '' && !line.startsWith('#')) current = [];
      continue;
    }
    current = names
      .trim()
      .split(/\s+/)
      .map((name) => name.replace(/\(.*/, ''));
    for (const name of current) {
      const known = recipes.get(name) ?? { needs: [], lines: [] };
      known.needs.push(
        ...expand(needs ?? '', variables)
          .split(/\s+/)
          .filter(Boolean),
      );
      recipes.set(name, known);
    }
  }
  return recipes;
}

function variablesOf(text: string): ReadonlyMap<string, string> {
  const set = text.matchAll(/^[ ]*(?:export\s+)?(\w+)\s*[:?+]?=\s*([^\n]*)/gm);
  return new Map([...set].map(([, name = '', value = '']) => [name, value]));
}

/** Variables that hold variables are followed a few steps. */
function expand(line: string, variables: ReadonlyMap<string, string>): string {
  let expanded = line;
  for (let step = 0; step < 3; step++) {
    expanded = expanded
      .replace(/\$[({](\w+)[)}]/g, (whole, name: string) =>
        name === 'MAKE' ? 'make' : (variables.get(name) ?? whole),
      )
      .slice(0, 5000);
  }
  return expanded;
}
