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
    await editor.name(name);
    await editor.nameClause(1, 'Decides');
    return editor;
  }

  /** Names a new rule, where the focus is, and waits until it is stored: commands that need that answer no key before. */
  async name(name: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'Name of the rule' });
    await expect(field).toBeFocused();
    await field.fill(name);
    await this.#page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);
    await expect(this.#page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  async nameClause(index: number, name: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: `Name of clause ${index}` }).fill(name);
    await this.#page.keyboard.press('Enter');
    await expect(this.code(name)).toBeVisible();
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

  get evaluation(): Locator {
    return this.#page.getByRole('region', { name: 'Live evaluation' });
  }

  /** What publishing shows before it decides. */
  get review(): Locator {
    return this.#page.getByRole('region', { name: 'Before publishing' });
  }

  async publish(note: string, version = 1): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Note for the history' }).fill(note);
    await this.#page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(this.review).toBeVisible();
    await this.#page.getByRole('button', { name: `Publish version ${version}` }).click();
    await expect(this.#page.getByText(`Active, version ${version}`)).toBeVisible();
    const said = this.#page.getByRole('list', { name: 'Results of this visit' }).getByRole('listitem');
    await said
      .filter({ hasText: `Version ${version} of` })
      .getByRole('button', { name: 'Close' })
      .click();
  }
}
