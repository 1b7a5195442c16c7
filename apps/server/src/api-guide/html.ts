const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** HTML that is written here; whatever else goes into a page is text and is escaped. */
export type Html = { readonly html: string };

type Part = Html | readonly Html[] | string | number | null;

const isHtml = (part: Html | readonly Html[]): part is Html => 'html' in part;

const render = (part: Part): string => {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
  }
  return isHtml(part) ? part.html : part.map(({ html }) => html).join('');
};

/** A template of HTML; texts put into it are escaped, other templates and lists of them are not. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((string, index) => `${string}${index < parts.length ? render(parts[index] ?? null) : ''}`).join(''),
});
