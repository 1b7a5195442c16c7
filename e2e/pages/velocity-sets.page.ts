import type { Locator } from '@playwright/test';
import { expect, type Page } from '../support/test.ts';

/** The code of one part of the text that is edited. */
export const codeOf = (page: Page, part: string): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^Code of (?:\\d+ )?${part}$`) });

/** Replaces the code of a part. */
export const writeCode = async (page: Page, part: string, text: string): Promise<void> => {
  await codeOf(page, part).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
};

/** From the list of sets to the editor of a new one. */
export const beginSet = async (page: Page): Promise<void> => {
  await expect(page.getByRole('article', { name: 'Default - IP velocities', exact: true })).toBeVisible();
  await page.keyboard.press('n');
  await expect(codeOf(page, 'velocity\\d+')).toBeVisible();
};

/** Writes the one velocity of a new set, until the sample shows what it adds. */
export const writeVelocity = async (page: Page, code: string, adds: string): Promise<void> => {
  await writeCode(page, 'velocity\\d+', code);
  await expect(page.getByRole('region', { name: 'What this event adds' })).toContainText(adds);
};

/** Publishes the new set by keyboard. */
export const publishSet = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Active, version 1')).toBeVisible();
};
