import { expect, it } from 'vitest';
import { fitCommands } from './fit-commands.ts';

const COMMANDS = [
  { full: 120, plain: 100, icon: 34 },
  { full: 120, plain: 100, icon: 34 },
  { full: 100, plain: 100, icon: null },
  { full: 120, plain: 100, icon: 34 },
];

const fit = (widthPx: number) => fitCommands(COMMANDS, { widthPx, gapPx: 4, menuPx: 34 });

it('keeps words and keys of all commands while they fit', () => {
  expect(fit(472)).toEqual(['full', 'full', 'full', 'full']);
});

it('drops the keys before any word', () => {
  expect(fit(471)).toEqual(['plain', 'plain', 'plain', 'plain']);
  expect(fit(412)).toEqual(['plain', 'plain', 'plain', 'plain']);
});

it('turns the last commands into icons, as few as needed, and never one that has no icon', () => {
  expect(fit(411)).toEqual(['plain', 'plain', 'plain', 'icon']);
  expect(fit(345)).toEqual(['plain', 'icon', 'plain', 'icon']);
});

it('puts into the menu what does not fit as an icon, and keeps the first command', () => {
  expect(fit(280)).toEqual(['plain', 'icon', 'plain', 'icon']);
  expect(fit(279)).toEqual(['plain', 'icon', 'menu', 'menu']);
  expect(fit(10)).toEqual(['plain', 'menu', 'menu', 'menu']);
});

it('needs no room for no command', () => {
  expect(fitCommands([], { widthPx: 0, gapPx: 4, menuPx: 34 })).toEqual([]);
});
