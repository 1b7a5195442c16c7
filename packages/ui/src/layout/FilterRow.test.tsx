import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SearchField } from '../fields/SearchField.tsx';
import { ShortcutProvider } from '../shortcuts/shortcuts.tsx';
import { renderUi } from '../testing/render-ui.tsx';
import { FilterRow } from './FilterRow.tsx';

afterEach(cleanup);

const chips = (
  <>
    <button aria-pressed={false}>24 hours</button>
    <button aria-pressed>7 days</button>
  </>
);

const press = (key: string): void => {
  fireEvent.keyDown(document.body, { key });
};

it('the filter key goes to the choice of a row without a text field', () => {
  renderUi(
    <ShortcutProvider enabled>
      <FilterRow className="">{chips}</FilterRow>
    </ShortcutProvider>,
  );
  press('/');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '7 days' }));
});

it('the filter key goes to a text field of the page rather than to its row of filters', () => {
  renderUi(
    <ShortcutProvider enabled>
      <SearchField label="Find" value="" onChange={() => undefined} />
      <FilterRow className="">{chips}</FilterRow>
    </ShortcutProvider>,
  );
  press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find' }));
});

it('a text field within the row has the key', () => {
  renderUi(
    <ShortcutProvider enabled>
      <FilterRow className="">
        {chips}
        <SearchField label="Find" value="" onChange={() => undefined} />
      </FilterRow>
    </ShortcutProvider>,
  );
  press('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find' }));
});
