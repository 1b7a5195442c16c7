/** Deepest JSON that is read. */
export const MAX_DEPTH = 64;

const isMoreOftenThan = (text: string, character: string, times: number): boolean => {
  let index = text.indexOf(character);
  for (let found = 0; index !== -1; found += 1) {
    if (found === times) return true;
    index = text.indexOf(character, index + 1);
  }
  return false;
};

/** Nesting depth by counting brackets outside strings, before the parser builds anything. */
export const isTooDeep = (text: string): boolean => {
  // Text with few brackets cannot be deep; searching for them is many times as fast as reading every character.
  if (!isMoreOftenThan(text, '{', MAX_DEPTH / 2) && !isMoreOftenThan(text, '[', MAX_DEPTH / 2)) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34) {
      for (index += 1; index < text.length && text.charCodeAt(index) !== 34; index += 1) {
        if (text.charCodeAt(index) === 92) index += 1;
      }
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 125 || code === 93) {
      depth -= 1;
    }
  }
  return false;
};

/** Whether a text has more commas than that, inside strings or outside: each value but the first of its list follows one. */
export const hasMoreValuesThan = (text: string, most: number): boolean => isMoreOftenThan(text, ',', most);
