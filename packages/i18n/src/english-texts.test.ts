import { afterAll, describe, expect, it, vi } from 'vitest';
import { provideEnglish } from './english-texts.ts';
import { createTexts, loadNamedTexts } from './texts.ts';

const asked: string[] = [];
const GERMAN = { title: 'Suche', only: 'Nur hier' };
vi.stubGlobal('fetch', async (address: string) => {
  asked.push(address);
  return Response.json(GERMAN);
});
afterAll(() => vi.unstubAllGlobals());

describe('the texts of the console', () => {
  it('are there in English as soon as the code that names them, without a call', async () => {
    provideEnglish('search', { title: 'Search' });
    const { texts, start } = createTexts({ assetRoot: '/dist/' });
    await start();
    expect(texts.t('search:title')).toBe('Search');
    provideEnglish('monitor', { title: 'Monitor' });
    expect(texts.t('monitor:title')).toBe('Monitor');
    await loadNamedTexts();
    expect(texts.t('monitor:title')).toBe('Monitor');
    expect(asked).toEqual([]);

    await texts.changeLanguage('de-DE');
    expect(texts.t('search:title')).toBe('Suche');
    expect(asked.toSorted()).toEqual(['/dist/locales/de-DE/monitor.json', '/dist/locales/de-DE/search.json']);

    provideEnglish('queues', { title: 'Queues', english: 'English alone' });
    expect(texts.t('queues:title')).toBe('Queues');
    await loadNamedTexts();
    expect([texts.t('queues:title'), texts.t('queues:english')]).toEqual(['Suche', 'English alone']);
    expect(asked.slice(2)).toEqual(['/dist/locales/de-DE/queues.json']);
  });
});
