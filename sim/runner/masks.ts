/** Secrets that a log may not show, in the forms in which the real runner knows them too. */
export type Masks = {
  add(secret: string): void;
  apply(text: string): string;
  readonly secrets: ReadonlySet<string>;
};

export function openMasks(secrets: readonly string[]): Masks {
  const added = new Set<string>();
  const forms = new Set<string>();
  const add = (secret: string): void => {
    for (const part of [secret, ...secret.split(/\r?\n/)]) {
      if (part.trim() === '' || added.has(part)) continue;
      added.add(part);
      for (const form of encodings(part)) forms.add(form);
    }
  };
  for (const secret of secrets) add(secret);
  return {
    secrets: added,
    add,
    apply: (text) =>
      [...forms]
        .sort((one, other) => other.length - one.length)
        .reduce((hidden, form) => hidden.replaceAll(form, '***'), text),
  };
}

/** As given, in JSON, in a URL, and inside Base64 at each of the three places where it can begin there. */
function encodings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.from(`${'\0'.repeat(shift)}${secret}`).toString('base64');
    return whole.slice(shift === 0 ? 0 : shift + 1).replace(/.?=+$/, '');
  });
  return [secret, json, encodeURIComponent(secret), ...base64.filter((form) => form.length >= 8)];
}
