import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

const BOX = { width: 600, height: 400 };

const nearest = (places: readonly { readonly x: number; readonly y: number }[]): number =>
  Math.min(
    ...places.flatMap((one, at) => places.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y))),
  );

describe('circles that are moved apart', () => {
  it('cover each other no longer, even where they stood at one place', () => {
    const circles = Array.from({ length: 40 }, (_, at) => ({ x: at % 2, y: at % 3, radius: 8 }));
    expect(nearest(spread(circles, BOX))).toBeGreaterThan(16);
  });

  it('fill a wide box to its sides, and stay the same where there is room', () => {
    const places = spread(
      [
        { x: 0, y: 0, radius: 5 },
        { x: 1, y: 1, radius: 5 },
      ],
      BOX,
    );
    expect(places).toEqual([
      { x: 0, y: 0 },
      { x: 600, y: 400 },
    ]);
  });

  it('come to the same places each time', () => {
    const circles = Array.from({ length: 200 }, (_, at) => ({ x: Math.sin(at), y: Math.cos(at * 3), radius: 6 }));
    expect(spread(circles, BOX)).toEqual(spread(circles, BOX));
  });
});
