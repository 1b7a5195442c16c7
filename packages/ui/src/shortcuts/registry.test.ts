import { describe, expect, it } from 'vitest';
import { createRegistry, type Shortcut } from './registry.ts';

let clockMs = 0;

/** As much of a keyboard event as the registry reads. */
const press = (key: string, change: Partial<KeyboardEvent> = {}) => {
  clockMs += 100;
  let prevented = false;
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    defaultPrevented: false,
    target: null,
    timeStamp: clockMs,
    getModifierState: () => false,
    preventDefault: () => {
      prevented = true;
    },
    ...change,
  } as unknown as KeyboardEvent;
  return { event, wasPrevented: () => prevented };
};

const recorder = () => {
  const ran: string[] = [];
  const shortcut = (keys: string, change: Partial<Shortcut> = {}): Shortcut => ({
    keys,
    text: keys,
    always: false,
    inFields: false,
    run: () => ran.push(keys),
    ...change,
  });
  return { ran, shortcut };
};

describe('shortcuts', () => {
  it('run on a key, a chord and a sequence', () => {
    const { ran, shortcut } = recorder();
    const registry = createRegistry();
    for (const keys of ['?', 'Ctrl K', 'g s']) registry.add(shortcut(keys));
    registry.handle(press('?', { shiftKey: true }).event);
    registry.handle(press('k', { ctrlKey: true }).event);
    registry.handle(press('k', { metaKey: true }).event);
    registry.handle(press('g').event);
    registry.handle(press('s').event);
    expect(ran).toEqual(['?', 'Ctrl K', 'Ctrl K', 'g s']);
  });

  it('that are only listed are left to the component that has the focus', () => {
    const { ran, shortcut } = recorder();
    const registry = createRegistry();
    registry.add(shortcut('j'));
    registry.add(shortcut('j', { run: null }));
    registry.add(shortcut('Enter', { run: null }));
    registry.handle(press('j').event);
    const enter = press('Enter');
    registry.handle(enter.event);
    expect(ran).toEqual(['j']);
    expect(enter.wasPrevented()).toBe(false);
    expect(registry.list().map(({ keys }) => keys)).toEqual(['j', 'j', 'Enter']);
  });

  it('forget the first key of a sequence after a while', () => {
    const { ran, shortcut } = recorder();
    const registry = createRegistry();
    registry.add(shortcut('g s'));
    registry.handle(press('g').event);
    clockMs += 5000;
    registry.handle(press('s').event);
    expect(ran).toEqual([]);
  });

  it('prefer the newest of equal keys, and the older one after it has gone', () => {
    const ran: string[] = [];
    const { shortcut } = recorder();
    const registry = createRegistry();
    registry.add(shortcut('e', { run: () => ran.push('old') }));
    const remove = registry.add(shortcut('e', { run: () => ran.push('new') }));
    registry.handle(press('e').event);
    remove();
    registry.handle(press('e').event);
    expect(ran).toEqual(['new', 'old']);
  });

  it('know a sign that a layout writes with AltGr', () => {
    const { ran, shortcut } = recorder();
    const registry = createRegistry();
    registry.add(shortcut('['));
    registry.handle(press('[', { ctrlKey: true, altKey: true, getModifierState: (key) => key === 'AltGraph' }).event);
    expect(ran).toEqual(['[']);
  });

  it('rest when switched off, except those that always work', () => {
    const { ran, shortcut } = recorder();
    const registry = createRegistry();
    registry.add(shortcut('?'));
    registry.add(shortcut('Ctrl K', { always: true }));
    registry.enable(false);
    registry.handle(press('?').event);
    registry.handle(press('k', { ctrlKey: true }).event);
    expect(ran).toEqual(['Ctrl K']);
  });

  it('keep the browser from acting on a key they used, and leave others alone', () => {
    const { shortcut } = recorder();
    const registry = createRegistry();
    registry.add(shortcut('/'));
    const used = press('/');
    const unused = press('x');
    registry.handle(used.event);
    registry.handle(unused.event);
    expect(used.wasPrevented()).toBe(true);
    expect(unused.wasPrevented()).toBe(false);
  });
});
