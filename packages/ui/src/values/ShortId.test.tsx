import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Link } from '../links/Link.tsx';
import { renderUi } from '../testing/render-ui.tsx';
import { ShortId } from './ShortId.tsx';

afterEach(cleanup);

it('shows both ends of an identifier, and is read out whole', () => {
  renderUi(
    <Link href="/event">
      <ShortId id="ord-7373b1c2-83d0-4c61-a2f5-USD-1" length={14} />
    </Link>,
  );
  const link = screen.getByRole('link', { name: 'ord-7373b1c2-83d0-4c61-a2f5-USD-1' });
  expect(link.querySelector('[aria-hidden]')?.textContent).toBe('ord-7373…USD-1');
});

it('shows one that fits as it is', () => {
  renderUi(<ShortId id="pur-1" length={14} />);
  const whole = screen.getByTitle('pur-1');
  expect(whole.querySelector('[aria-hidden]')?.textContent).toBe('pur-1');
  expect(whole.querySelector(':scope > :not([aria-hidden])')?.textContent).toBe('pur-1');
});
