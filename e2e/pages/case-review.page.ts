import { expect, type Locator, type Page } from '@playwright/test';

/** What deciding cases took on the page, case by case. */
export type ReviewFigures = {
  /** From the last key or click of a decision until the next case could be decided. */
  readonly nextMs: readonly number[];
  /** Keys pressed, each counted, `Ctrl` too. */
  readonly keys: readonly number[];
  readonly clicks: readonly number[];
  /** Way of the pointer between its clicks, in pixels. */
  readonly pointerPx: readonly number[];
};

/**
 * Counts keys and clicks, and takes the time from the one that decides until another case is on the screen with its
 * facts and can be decided: the first frame in which that holds.
 */
const WATCH = `
  window.review = { keys: 0, clicks: 0, px: 0, decided: [] };
  const canDecide = () => {
    const button = document.querySelector('[aria-keyshortcuts="r"]');
    return button !== null && button.getAttribute('aria-disabled') !== 'true' && document.querySelector('[role=tab]') !== null;
  };
  const time = (fromMs) => {
    const before = location.pathname;
    const look = () => {
      const isNext = location.pathname !== before;
      const isDone = isNext && !/\\/purchase\\//.test(location.pathname);
      if (isDone || (isNext && canDecide())) {
        const { keys, clicks, px } = window.review;
        Object.assign(window.review, { keys: 0, clicks: 0, px: 0 });
        window.review.decided.push({ ms: performance.now() - fromMs, keys, clicks, px, isDone });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener('keydown', (event) => {
    if (!event.repeat) window.review.keys += 1;
    if (event.key === 'Enter') time(event.timeStamp);
  }, true);
  let at;
  addEventListener('pointerdown', (event) => {
    window.review.clicks += 1;
    if (at) window.review.px += Math.hypot(event.clientX - at.x, event.clientY - at.y);
    at = { x: event.clientX, y: event.clientY };
    if (event.target.closest('[aria-keyshortcuts="Control+Enter"]')) time(event.timeStamp);
  }, true);
`;

/** The page on which one case after the other is decided. */
export class CaseReviewPage {
  readonly page: Page;
  readonly reject: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    const decisions = page.getByRole('group', { name: 'Decisions' });
    this.reject = decisions.getByRole('button', { name: /^Reject/ });
    this.submit = page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: /^Reject/ });
  }

  /** Starts the review of a queue that is on the screen, by its key. */
  async start(): Promise<void> {
    await expect(this.page.getByRole('button', { name: /^Start review/ }).first()).toBeEnabled();
    await this.page.keyboard.press('r');
    await expect(this.page.getByRole('tab', { name: 'Details' })).toBeVisible();
    await expect(this.page.getByText(/is loaded$/)).toBeVisible();
    await this.page.evaluate(WATCH);
  }

  /** Where the parts of the page stand that never move from case to case. */
  async places(): Promise<readonly unknown[]> {
    const parts = [
      this.reject,
      this.page.getByRole('region', { name: 'Decision' }),
      this.page.getByRole('tab', { name: 'History' }),
      this.page.getByRole('navigation', { name: 'Next cases' }),
      this.page.getByRole('button', { name: /^Extend/ }),
    ];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    return boxes.map((box) => box && [box.x, box.y]);
  }

  async #decided(count: number): Promise<void> {
    await expect
      .poll(() => this.page.evaluate<number>('window.review.decided.length'), { intervals: [20] })
      .toBeGreaterThanOrEqual(count);
  }

  /** Decides so many cases by three keys each. */
  async rejectByKeys(count: number, each?: () => Promise<void>): Promise<ReviewFigures> {
    for (let index = 1; index <= count; index += 1) {
      await each?.();
      await this.page.keyboard.press('r');
      await this.page.keyboard.press('3');
      await this.page.keyboard.press('Enter');
      await this.#decided(index);
    }
    return this.#figures();
  }

  /** The same by the mouse. */
  async rejectByMouse(count: number): Promise<ReviewFigures> {
    for (let index = 1; index <= count; index += 1) {
      await this.reject.click();
      await this.page.getByRole('radio', { name: /Collusion/ }).click();
      await this.submit.click();
      await this.#decided(index);
    }
    return this.#figures();
  }

  /** What was counted; the way to the queue after its last case counts no time. */
  async #figures(): Promise<ReviewFigures> {
    type Decided = { ms: number; keys: number; clicks: number; px: number; isDone: boolean };
    const decided = await this.page.evaluate<readonly Decided[]>('window.review.decided.splice(0)');
    return {
      nextMs: decided.filter(({ isDone }) => !isDone).map(({ ms }) => ms),
      keys: decided.map(({ keys }) => keys),
      clicks: decided.map(({ clicks }) => clicks),
      pointerPx: decided.map(({ px }) => px),
    };
  }
}
