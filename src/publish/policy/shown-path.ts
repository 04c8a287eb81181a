const unprintable =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** A path for people: what nobody would see in it is spelled out. */
export const shownPath = (path: string): string =>
  path.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
