/** The part of the map that is shown, in degrees from its upper left corner: longitude to the right, latitude downwards. */
export type MapView = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** All but the poles. */
export const WORLD: MapView = { x: 0, y: 5, width: 360, height: 145 };
const NARROWEST = 0.5;
/** Of what is shown, by which a key moves it. */
const STEP = 0.2;

/** At least as wide and high as asked for, round a point; stretched as a map of that latitude is. */
export const viewAround = (x: number, y: number, width: number, height = 0): MapView => {
  // A degree of longitude shrinks towards the poles: fewer degrees of latitude take the same height.
  const shape = (WORLD.height / WORLD.width) * Math.cos(((90 - y) * Math.PI) / 180);
  const shown = Math.min(WORLD.width, Math.max(NARROWEST, width, height / shape));
  return shown === WORLD.width
    ? WORLD
    : { x: x - shown / 2, y: y - (shown * shape) / 2, width: shown, height: shown * shape };
};

/** The view a box fits into, with so much round it. */
export const fitting = ({ x, y, width, height }: MapView, margin: number): MapView =>
  viewAround(x + width / 2, y + height / 2, width * margin, height * margin);

/** Nearer with a factor above 1, farther with one below. */
export const zoomed = ({ x, y, width, height }: MapView, factor: number): MapView =>
  viewAround(x + width / 2, y + height / 2, width / factor);

/** Moved by steps to the right and down; the middle stays on the map. */
export const moved = (view: MapView, right: number, down: number): MapView => {
  const [middleX, middleY] = [view.x + view.width / 2, view.y + view.height / 2];
  const within = (value: number, from: number, size: number): number => Math.min(from + size, Math.max(from, value));
  return viewAround(
    within(middleX + right * STEP * view.width, WORLD.x, WORLD.width),
    within(middleY + down * STEP * view.height, WORLD.y, WORLD.height),
    view.width,
  );
};

/** The box round a path of absolute first points (`M`) and relative others (`l`), as shapes are written. */
export const boxOf = (path: string): MapView => {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of path.split('M').slice(1)) {
    const numbers = [...ring.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text));
    let [x, y] = [0, 0];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      [x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [north, south] = [Math.min(north, y), Math.max(south, y)];
    }
  }
  return { x: west, y: north, width: east - west, height: south - north };
};
