import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { CommandButton } from './CommandButton.tsx';
import { Page } from './Page.tsx';

afterEach(cleanup);

describe('a page', () => {
  it('shows the environment path, the way down and its title', () => {
    renderUi(
      <Page
        environmentPath={['Northfell', 'Europe']}
        trail={[{ text: 'Data', href: '/data' }, { text: 'Lists' }]}
        title="Lists"
        aside="As of 2 PM"
      >
        content
      </Page>,
    );
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(
      within(crumbs)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Europe', 'Data']);
    expect(screen.getByRole('heading', { level: 1, name: 'Lists' })).toBeTruthy();
    expect(screen.getByText('As of 2 PM')).toBeTruthy();
  });

  it('keeps the place of rows that come with the data, and shows no command before all are known', () => {
    const search = { id: 'search', text: 'Search' };
    renderUi(
      <Page title="Rules" commands={[search]} awaits={['commands', 'filters']}>
        content
      </Page>,
    );
    expect(within(screen.getByRole('toolbar')).queryByRole('button')).toBeNull();
    expect(screen.getByRole('group', { name: 'Filters' })).toBeTruthy();
  });
});

describe('a command that cannot be used', () => {
  it('keeps its place in the tab order and does nothing', () => {
    const save = vi.fn();
    renderUi(
      <CommandButton command={{ id: 'save', text: 'Save', onSelect: save, disabledReason: 'Nothing changed' }} />,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
    fireEvent.click(button);
    expect(save).not.toHaveBeenCalled();
  });
});
