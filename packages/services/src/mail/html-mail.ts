import { escapeHtml } from '@redoubt/kernel';

export type MailTable = {
  readonly title: string;
  readonly head: readonly string[];
  /** The first cell of a row names it; the others are figures. */
  readonly rows: readonly (readonly string[])[];
};

/** What a mail says, before it is written as HTML and as text. */
export type MailDocument = {
  readonly language: string;
  readonly title: string;
  /** Sentences below the title. */
  readonly intro: readonly string[];
  readonly tables: readonly MailTable[];
  readonly link: { readonly text: string; readonly href: string } | null;
  readonly footer: readonly string[];
};

const FONT = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";
const CELL = 'padding:5px 10px;border-bottom:1px solid #e1e1e1';

const cells = (row: readonly string[], tag: 'td' | 'th', style: string): string =>
  row
    .map(
      (cell, index) =>
        `<${tag} style="${CELL};${style}text-align:${index === 0 ? 'left' : 'right'}">${escapeHtml(cell)}</${tag}>`,
    )
    .join('');

const htmlTable = ({ title, head, rows }: MailTable): string =>
  `<h2 style="${FONT};font-size:15px;margin:20px 0 6px">${escapeHtml(title)}</h2>
<table role="table" cellspacing="0" style="${FONT};font-size:13px;border-collapse:collapse;width:100%;max-width:720px">
<tr>${cells(head, 'th', 'color:#616161;font-weight:600;')}</tr>
${rows.map((row) => `<tr>${cells(row, 'td', '')}</tr>`).join('\n')}
</table>`;

/** A mail as HTML that mail programs show alike: plain tables, no script, no picture, nothing that is loaded. */
export const htmlOf = ({ language, title, intro, tables, link, footer }: MailDocument): string => {
  const paragraph = (text: string, style: string): string => `<p style="${FONT};${style}">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:20px;background:#ffffff;color:#242424">
<h1 style="${FONT};font-size:19px;margin:0 0 6px">${escapeHtml(title)}</h1>
${intro.map((text) => paragraph(text, 'font-size:13px;color:#424242;margin:0 0 4px')).join('\n')}
${tables.map(htmlTable).join('\n')}
${link === null ? '' : `<p style="${FONT};font-size:14px;margin:20px 0 8px"><a href="${escapeHtml(link.href)}" style="color:#0f548c">${escapeHtml(link.text)}</a></p>`}
${footer.map((text) => paragraph(text, 'font-size:12px;color:#616161;margin:0 0 4px')).join('\n')}
</body></html>
`;
};

/** The same for readers without HTML. */
export const plainTextOf = ({ title, intro, tables, link, footer }: MailDocument): string =>
  [
    title,
    ...intro,
    '',
    ...tables.flatMap((table) => [
      table.title,
      ...table.rows.map(([name = '', ...figures]) => {
        const named = figures.map((figure, index) => `${table.head[index + 1] ?? ''} ${figure}`);
        return `- ${name}: ${named.join('; ')}`;
      }),
      '',
    ]),
    ...(link === null ? [] : [`${link.text}: ${link.href}`, '']),
    ...footer,
    '',
  ].join('\n');
