import { describe, expect, it } from 'vitest';
import { boxOf, fitting, moved, viewAround, WORLD, zoomed } from './map-view.ts';

describe('the view of a map', () => {
  it('reads the box of a path of relative points', () => {
    expect(boxOf('M10 20l5 0 0 5-5 0ZM30 40l1-2.5 .5 0Z')).toEqual({ x: 10, y: 20, width: 21.5, height: 20 });
  });

  it('holds a whole box, with fewer degrees of latitude the nearer it is to a pole', () => {
    const box = { x: 185, y: 38, width: 9, height: 8 };
    const view = fitting(box, 1);
    expect([view.x + view.width / 2, view.y + view.height / 2]).toEqual([189.5, 42]);
    expect(view.height).toBeCloseTo(8, 5);
    expect(view.width).toBeGreaterThan(box.width);
    expect(viewAround(180, 20, 10).height).toBeLessThan(viewAround(180, 90, 10).height);
  });

  it('is never wider than the world', () => {
    expect(zoomed(zoomed(WORLD, 4), 1 / 8)).toEqual(WORLD);
    expect(fitting(WORLD, 2)).toEqual(WORLD);
  });

  it('moves by steps and keeps its middle on the map', () => {
    const view = viewAround(180, 60, 40);
    expect(moved(view, 1, 0)).toMatchObject({ x: view.x + 8, width: 40 });
    let last = view;
    for (let step = 0; step < 100; step += 1) last = moved(last, -1, -1);
    expect([last.x + last.width / 2, last.y + last.height / 2]).toEqual([WORLD.x, WORLD.y]);
  });
});
