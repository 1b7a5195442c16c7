import { expect, type Locator, type Page } from '@playwright/test';

/** The rule editor: condition and clauses in the middle, sample and evaluation beside them, publishing below. */
export class RuleEditorPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  static async create(page: Page, name: string): Promise<RuleEditorPage> {
    await page.getByRole('button', { name: 'New rule', exact: true }).click();
    const editor = new RuleEditorPage(page);
    await expect(editor.code('Clause 1')).toBeVisible();
    await editor.rename(name);
    return editor;
  }

  /** The code of `Condition`, or of a clause by name. */
  code(part: string): Locator {
    return this.#page.getByRole('textbox', { name: new RegExp(`^Code of (?:\\d+ )?${part}$`) });
  }

  /** `Condition`, or a clause by its number and name. */
  part(name: string): Locator {
    return this.#page.getByRole('region', { name });
  }

  async write(part: string, text: string): Promise<void> {
    await this.code(part).click();
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.insertText(text);
  }

  async rename(name: string): Promise<void> {
    await this.#page.keyboard.press('F2');
    await this.#page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await this.#page.keyboard.press('Enter');
    await expect(this.#page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  get evaluation(): Locator {
    return this.#page.getByRole('region', { name: 'Live evaluation' });
  }

  async publish(note: string, version = 1): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Note for the history' }).fill(note);
    await this.#page.getByRole('button', { name: /^Publish(?!ed)/ }).click();
    await expect(this.#page.getByText(`Active, version ${version}`)).toBeVisible();
  }
}
