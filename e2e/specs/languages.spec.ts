import { readFileSync } from 'node:fs';
import { chooseAccount, expect, PEOPLE, test } from '../support/test.ts';

const LANGUAGES = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR', 'da-DK'] as const;

const titleOfSearch = (language: string): string => {
  const file = new URL(`../../packages/i18n/catalogues/${language}/routes.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { search: { title: string } }).search.title;
};

test('the console speaks the language the address asks for, in all eight', async ({ page, demo }) => {
  await page.goto(`${demo.origin}/search?mkt=de-DE`);
  await chooseAccount(page, PEOPLE.supportAgent);
  await expect(page.getByRole('heading', { level: 1, name: titleOfSearch('de-DE'), exact: true })).toBeVisible();
  for (const language of LANGUAGES) {
    await page.goto(`${demo.origin}/search?mkt=${language}`);
    await expect(page.getByRole('heading', { level: 1, name: titleOfSearch(language), exact: true })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language.slice(0, 2)}`));
  }
});

test('a language chosen once stays, before the one of the browser', async ({ openAs }) => {
  const page = await openAs('supportAgent', '/search');
  await page.evaluate(() => localStorage.setItem('DFP/Market', 'nl-NL'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: titleOfSearch('nl-NL'), exact: true })).toBeVisible();
});

test.describe('without being asked', () => {
  test.use({ locale: 'de-DE' });

  test('the console follows the browser', async ({ openAs }) => {
    const page = await openAs('supportAgent', '/search');
    await expect(page.getByRole('heading', { level: 1, name: titleOfSearch('de-DE'), exact: true })).toBeVisible();
  });
});
