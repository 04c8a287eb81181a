/** How many letters and digits in a row give a secret away, and how far apart such windows begin. Shorter ones turn up by chance. */
const window = 12;
const apart = 6;

/**
 * Finds a secret again in any text that was made of it by the simple codes: as it is, cut, reversed, rot13, hex, decimal
 * bytes, base32, base64 at each of its three beginnings and twice, in URLs, and with anything between its characters.
 */
export function finderOf(secrets: Readonly<Record<string, string>>): (text: string) => string[] {
  const needles = new Map<string, string>();
  for (const [name, secret] of Object.entries(secrets))
    for (const needle of windowsOf(secret)) needles.set(needle, name);
  const look = (text: string, found: Set<string>): void => {
    for (let at = 0; at + window <= text.length; at++) {
      const name = needles.get(text.slice(at, at + window));
      if (name !== undefined) found.add(name);
    }
  };
  return (text) => {
    const found = new Set<string>();
    const [seen, decoded] = [plain(text), plain(unescaped(text))];
    look(seen, found);
    if (decoded !== seen) look(decoded, found);
    return [...found];
  };
}

/** Letters and digits, whatever is between them. */
const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

const unescaped = (text: string): string =>
  text
    .replace(/\\[nrt]/g, '')
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('latin1'),
    );

function windowsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  const forms = [
    secret,
    [...secret].reverse().join(''),
    rot13(secret),
    bytes.toString('hex'),
    [...bytes].join(''),
    base32(bytes),
    ...[bytes, Buffer.from(base64)].flatMap(base64Forms),
  ].map(plain);
  return [...new Set(forms.flatMap(cutUp))];
}

/** Whoever leaves out the first seven characters is found all the same. */
const cutUp = (form: string): string[] =>
  Array.from({ length: Math.max(0, Math.floor((form.length - window) / apart) + 1) }, (_, at) =>
    form.slice(at * apart, at * apart + window),
  );

const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4)
      .replace(/.{0,2}=+$/, ''),
  );

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0) + 13;
    return String.fromCharCode((letter <= 'Z' ? 90 : 122) >= code ? code : code - 26);
  });

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}
