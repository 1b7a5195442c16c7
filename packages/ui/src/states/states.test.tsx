import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Loading } from './Loading.tsx';
import { Empty, Forbidden, NoResult } from './messages.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('an error', () => {
  it('is said in words, with code, correlation id and another try', () => {
    const retry = vi.fn();
    renderUi(
      <ErrorState
        error={{ code: 'RULE-NAME-TAKEN', params: { name: 'Gift cards' }, correlationId: 'c-42' }}
        onRetry={retry}
      />,
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Another rule is already named “Gift cards”.');
    expect(alert.textContent).toContain('RULE-NAME-TAKEN');
    expect(alert.textContent).toContain('c-42');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('that was not foreseen is still said in words', () => {
    renderUi(<ErrorState error={new Error('boom')} />);
    expect(screen.getByRole('alert').textContent).toContain('An unexpected error occurred.');
    expect(screen.getByRole('alert').textContent).not.toContain('boom');
  });
});

describe('loading', () => {
  it('says after five seconds that it is still going on', async () => {
    vi.useFakeTimers();
    renderUi(<Loading rows={2} />);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    const { act } = await import('@testing-library/react');
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.getByRole('status').textContent).toContain('Still loading');
  });
});

describe('a page without data', () => {
  it('offers the one step that fills it', () => {
    const create = vi.fn();
    renderUi(<Empty title="No lists yet" action={{ text: 'Upload a list', onSelect: create }} />);
    fireEvent.click(screen.getByRole('button', { name: 'Upload a list' }));
    expect(create).toHaveBeenCalledOnce();
  });

  it('offers a wider time range where nothing matches', () => {
    const widen = vi.fn();
    renderUi(<NoResult onWiden={widen} />);
    fireEvent.click(screen.getByRole('button', { name: 'Widen the time range' }));
    expect(widen).toHaveBeenCalledOnce();
  });

  it('names the missing permission and who can grant it where it is forbidden', () => {
    renderUi(<Forbidden capability="Lists" grantors="Product admin" />);
    expect(screen.getByText(/needs “Lists”.*Product admin can grant it/)).toBeTruthy();
  });
});
