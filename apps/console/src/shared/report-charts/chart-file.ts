const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const TITLE_PX = 28;
const PAD_PX = 16;
const SVG = 'http://www.w3.org/2000/svg';

/** A drawing that looks the same outside the page: styles written at each element, title above, ground below. */
const standalone = (drawing: SVGSVGElement, title: string): SVGSVGElement => {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [drawing.querySelectorAll('*'), copy.querySelectorAll('*')];
  for (const [at, original] of originals.entries()) {
    const style = getComputedStyle(original);
    const target = copies[at];
    target?.removeAttribute('class');
    target?.removeAttribute('style');
    for (const name of COPIED) {
      const value = style.getPropertyValue(name);
      if (value !== '') target?.setAttribute(name, value);
    }
  }
  const [width, height] = [Number(drawing.getAttribute('width')), Number(drawing.getAttribute('height'))];
  const page = getComputedStyle(document.documentElement);
  const make = (name: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  };
  const themed = drawing.closest('[data-theme]') ?? document.documentElement;
  const token = (name: string): string => getComputedStyle(themed).getPropertyValue(name).trim() || page.color;
  const whole = document.createElementNS(SVG, 'svg');
  const [wide, high] = [width + 2 * PAD_PX, height + TITLE_PX + 2 * PAD_PX];
  whole.setAttribute('width', String(wide));
  whole.setAttribute('height', String(high));
  whole.setAttribute('viewBox', `0 0 ${wide} ${high}`);
  const heading = make('text', {
    x: PAD_PX,
    y: PAD_PX + 12,
    fill: token('--fg-1'),
    'font-family': getComputedStyle(drawing).fontFamily,
    'font-size': 14,
    'font-weight': 600,
  });
  heading.textContent = title;
  const moved = make('g', { transform: `translate(${PAD_PX} ${PAD_PX + TITLE_PX})` });
  moved.append(...copy.childNodes);
  whole.append(make('rect', { width: '100%', height: '100%', fill: token('--bg-page') }), heading, moved);
  return whole;
};

/** A chart on screen as the text of an SVG file. */
export const svgText = (drawing: SVGSVGElement, title: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(standalone(drawing, title))}\n`;

/** A chart on screen as a PNG file, twice as large as it stands there. */
export const pngOf = async (drawing: SVGSVGElement, title: string): Promise<Blob> => {
  const address = URL.createObjectURL(new Blob([svgText(drawing, title)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture cannot be made.')) : resolve(blob)));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
};
