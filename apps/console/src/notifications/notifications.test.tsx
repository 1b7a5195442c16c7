import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../testing/render-console.tsx';
import { useNotify } from './CalloutProvider.tsx';
import type { Callout } from './notifications.ts';
import { useNoticeText } from './use-notice-text.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Sayer = ({ callout }: { readonly callout: Callout }) => {
  const notify = useNotify();
  return <button onClick={() => notify(callout)}>Say</button>;
};

const say = async (callout: Callout) => {
  await renderConsole(<Sayer callout={callout} />);
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Say' }));
};

describe('a callout', () => {
  it('of success disappears after five seconds', async () => {
    await say({ severity: 'Success', title: 'Rule published' });
    expect(screen.getByText('Rule published')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.queryByText('Rule published')).toBeNull();
  });

  it('waits while the pointer is over it', async () => {
    await say({ severity: 'Success', title: 'Rule published' });
    fireEvent.mouseEnter(screen.getByRole('listitem'));
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.getByText('Rule published')).toBeTruthy();
  });

  it('of an error stays until it is closed', async () => {
    await say({ severity: 'Error', title: 'Not saved' });
    act(() => void vi.advanceTimersByTime(60_000));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Not saved')).toBeNull();
  });

  it('stacks up to three, newest first', async () => {
    await say({ severity: 'Error', title: 'Not saved' });
    for (let more = 0; more < 4; more += 1) fireEvent.click(screen.getByRole('button', { name: 'Say' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });
});

const Told = ({ params }: { readonly params: Readonly<Record<string, string>> }) => {
  const said = useNoticeText()({ code: 'CHANGE-REQUESTED', params });
  return <p>{said.title}</p>;
};

describe('a notice of a requested change', () => {
  it('names the configuration in the reader’s language, and nothing else that is called so', async () => {
    const named = { name: 'configuration', by: 'Pipeline 7' };
    await renderConsole(<Told params={{ type: 'Configuration', ...named }} />, { language: 'de-DE' });
    expect(screen.getByText(/^Konfiguration der Umgebung/)).toBeTruthy();
    cleanup();
    await renderConsole(<Told params={{ type: 'CustomList', ...named }} />, { language: 'de-DE' });
    expect(screen.getByText(/^configuration/)).toBeTruthy();
  });
});
