/** The fields of a line, one of which is quoted; a doubled quote stands for one. */
const cutQuoted = (line: string): readonly string[] => {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '"') {
      if (isQuoted && line[at + 1] === '"') {
        field += '"';
        at++;
      } else isQuoted = !isQuoted;
    } else if (character === ',' && !isQuoted) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  fields.push(field);
  return fields;
};

/**
 * The rows of a CSV text, one at a time, so that a caller can rest between them. No field holds a line break: data files
 * of half a million rows are cut in a fraction of the time that a parser of everything takes.
 */
export function* csvRows(content: string): Generator<readonly string[], void, undefined> {
  let from = content.codePointAt(0) === 0xfe_ff ? 1 : 0;
  while (from < content.length) {
    const found = content.indexOf('\n', from);
    const end = found < 0 ? content.length : found;
    const line = content.slice(from, content[end - 1] === '\r' ? end - 1 : end);
    if (line !== '') yield line.includes('"') ? cutQuoted(line) : line.split(',');
    from = end + 1;
  }
}
