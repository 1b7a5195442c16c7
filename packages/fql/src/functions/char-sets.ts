/** Members of `CharSet` (`docs/language/guide.md#text`) with the bit each one sets; combine them with `|`. */
export const CHAR_SETS: Readonly<Record<string, { readonly bit: number; readonly characters: string }>> = {
  Alphabetic: { bit: 1, characters: 'a–z A–Z' },
  Apostrophe: { bit: 2, characters: "'" },
  Asperand: { bit: 4, characters: '@' },
  Backslash: { bit: 8, characters: '\\' },
  Comma: { bit: 16, characters: ',' },
  Hyphen: { bit: 32, characters: '-' },
  Numeric: { bit: 64, characters: '0–9' },
  Period: { bit: 128, characters: '.' },
  Slash: { bit: 256, characters: '/' },
  Underscore: { bit: 512, characters: '_' },
  WhiteSpace: { bit: 1024, characters: 'a blank' },
};

/** Old spellings. */
export const CHAR_SET_ALIASES: Readonly<Record<string, string>> = { Hypen: 'Hyphen' };
