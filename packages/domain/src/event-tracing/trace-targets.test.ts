import { describe, expect, it } from 'vitest';
import { isSameTarget, traceTargetProblems } from './trace-targets.ts';

describe('settings of a destination', () => {
  it('are taken where they fit', () => {
    expect(traceTargetProblems('webhook', { url: 'https://example.com/in' }, {})).toEqual([]);
    expect(traceTargetProblems('file', { folder: 'audit', maxMegabytes: 5 }, {})).toEqual([]);
  });

  it.each([
    ['webhook', {}, { field: 'url', problem: 'missing' }],
    ['webhook', { url: 'ftp://example.com' }, { field: 'url', problem: 'form' }],
    ['webhook', { url: 'https://example.com', more: 1 }, { field: 'more', problem: 'unknown' }],
    ['file', { folder: '../etc' }, { field: 'folder', problem: 'form' }],
    ['file', { folder: 'a/b' }, { field: 'folder', problem: 'form' }],
    ['file', { folder: 'a', maxMegabytes: 0 }, { field: 'maxMegabytes', problem: 'range' }],
    ['file', { folder: 'a', maxMegabytes: '5' }, { field: 'maxMegabytes', problem: 'type' }],
    ['file', { folder: true }, { field: 'folder', problem: 'type' }],
  ] as const)('%s %j are refused', (kind, settings, problem) => {
    expect(traceTargetProblems(kind, settings, {})).toEqual([problem]);
  });

  it('need a password with a user, given or kept', () => {
    const settings = { host: 'broker.example', subject: 'events', user: 'redoubt' };
    const missing = [{ field: 'password', problem: 'missing' }];
    expect(traceTargetProblems('nats', settings, {})).toEqual(missing);
    expect(traceTargetProblems('nats', settings, { password: '' })).toEqual(missing);
    expect(traceTargetProblems('nats', settings, { password: 'x' })).toEqual([]);
    expect(traceTargetProblems('nats', settings, {}, ['password'])).toEqual([]);
    expect(traceTargetProblems('nats', { ...settings, user: '' }, {})).toEqual([]);
  });

  it('are not without a secret of another destination unless that is said', () => {
    const settings = { host: 'elsewhere.example', subject: 'events' };
    const missing = [{ field: 'password', problem: 'missing' }];
    expect(traceTargetProblems('nats', settings, {}, [], ['password'])).toEqual(missing);
    expect(traceTargetProblems('nats', { ...settings, user: 'a' }, {}, [], ['password'])).toEqual(missing);
    expect(traceTargetProblems('nats', settings, { password: '' }, [], ['password'])).toEqual([]);
    expect(traceTargetProblems('nats', settings, { password: 'x' }, [], ['password'])).toEqual([]);
    expect(traceTargetProblems('webhook', { url: 'https://example.com' }, {}, [], ['signing'])).toEqual([]);
  });

  it('name the same destination where nothing differs that says where secrets go', () => {
    const settings = { host: 'broker.example', stream: 'events', user: 'redoubt' };
    expect(isSameTarget('redis', settings, { ...settings, port: 6379, maxLength: 9 })).toBe(true);
    for (const other of [{ host: 'elsewhere.example' }, { port: 6380 }, { tls: false }, { user: 'other' }])
      expect(isSameTarget('redis', settings, { ...settings, ...other })).toBe(false);
  });

  it('take no secret that the kind does not have', () => {
    expect(traceTargetProblems('webhook', { url: 'https://example.com' }, { url: 'x' })).toEqual([
      { field: 'url', problem: 'unknown' },
    ]);
  });
});
