/** A picture of one page in one look, and what was found wrong on it. */
export type Picture = {
  readonly file: string;
  readonly place: string;
  readonly look: string;
  readonly faults: readonly string[];
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const figure = ({ file, look, faults }: Picture): string =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption><b>${look}</b>` +
  `<ul>${faults.map((fault) => `<li>${escape(fault)}</li>`).join('')}</ul></figcaption></figure>`;

/** All pictures on one page of HTML, place by place, each with its faults below. */
export const galleryPage = (pictures: readonly Picture[]): string => {
  const sections = [...Map.groupBy(pictures, ({ place }) => place)].map(
    ([place, each]) => `<h2>${escape(place)}</h2><div>${each.map(figure).join('')}</div>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>
body { font: 13px/1.5 system-ui, sans-serif; margin: 16px }
div { display: grid; grid-template-columns: repeat(auto-fill, minmax(440px, 1fr)); gap: 16px }
figure { margin: 0 } img { width: 100%; border: 1px solid #ccc } li { color: #b3261e; overflow-wrap: anywhere }
</style>${sections.join('')}</html>
`;
};
