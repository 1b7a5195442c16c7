import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { ConfirmPanel } from './ConfirmPanel.tsx';
import { SidePanel } from './SidePanel.tsx';

afterEach(cleanup);

const Opener = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {open ? (
        <SidePanel title="Details" onClose={() => setOpen(false)}>
          <input aria-label="Name" />
        </SidePanel>
      ) : null}
    </>
  );
};

describe('a side panel', () => {
  it('takes the focus, closes on Escape and gives the focus back', () => {
    renderUi(<Opener />);
    const opener = screen.getByRole('button', { name: 'Open' });
    opener.focus();
    fireEvent.click(opener);
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
});

describe('a confirmation', () => {
  it('starts on Cancel, names what it asks about and does it only when confirmed', () => {
    const confirm = vi.fn();
    const cancel = vi.fn();
    renderUi(
      <ConfirmPanel
        title="Delete the list postcodes?"
        confirmText="Delete list"
        onConfirm={confirm}
        onCancel={cancel}
      />,
    );
    expect(screen.getByRole('alertdialog', { name: 'Delete the list postcodes?' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(cancel).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Delete list' }));
    expect(confirm).toHaveBeenCalledOnce();
  });
});
