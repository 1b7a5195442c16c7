import { describe, expect, it } from 'vitest';
import { traceTargetProblems } from './trace-targets.ts';

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

  it('take no secret that the kind does not have', () => {
    expect(traceTargetProblems('webhook', { url: 'https://example.com' }, { url: 'x' })).toEqual([
      { field: 'url', problem: 'unknown' },
    ]);
  });
});
