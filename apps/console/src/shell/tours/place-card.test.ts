import { describe, expect, it } from 'vitest';
import { placeCard } from './place-card.ts';

const WINDOW = { width: 1440, height: 900 };
const CARD = { width: 340, height: 160 };
const at = (left: number, top: number, width: number, height: number) =>
  placeCard({ left, top, width, height }, CARD, WINDOW);

describe('a card of a tour', () => {
  it('stands below what it points at', () => {
    expect(at(200, 8, 120, 28)).toEqual({ left: 200, top: 48 });
  });

  it('stands above where there is no room below, and beside what is as high as the window', () => {
    expect(at(200, 840, 120, 28)).toEqual({ left: 200, top: 668 });
    expect(at(0, 44, 216, 856)).toEqual({ left: 228, top: 44 });
  });

  it('stands at the left of what is as high as the window and at its right edge', () => {
    expect(at(1100, 0, 340, 900)).toEqual({ left: 748, top: 12 });
  });

  it('stays inside the window', () => {
    expect(at(1400, 8, 32, 32)).toEqual({ left: 1088, top: 52 });
    expect(at(0, 0, 1440, 900)).toEqual({ left: 1088, top: 12 });
  });

  it('stands in the middle where there is nothing to point at', () => {
    expect(placeCard(null, CARD, WINDOW)).toEqual({ left: 550, top: 370 });
  });
});
