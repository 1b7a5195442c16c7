import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderConsole } from '../../testing/render-console.tsx';
import { AssessmentSetupPage } from './AssessmentSetupPage.tsx';
import { derivedApiName } from './derived-api-name.ts';

const show = () =>
  renderConsole(<AssessmentSetupPage />, {
    answer: ({ path }) => (path.includes('traffic') ? { fields: [] } : { assessments: [] }),
  });

describe('a new assessment', () => {
  afterEach(() => {
    cleanup();
    sessionStorage.clear();
  });

  it('asks for its name first and derives the API name until one is typed', async () => {
    await show();
    const [name, apiName] = screen.getAllByRole<HTMLInputElement>('textbox');
    if (!name || !apiName) throw new Error('the name stands first');
    expect(screen.getByLabelText('Name')).toBe(name);
    fireEvent.change(name, { target: { value: 'Crédit card check 2' } });
    expect(apiName.value).toBe('CreditCardCheck2');
    fireEvent.change(apiName, { target: { value: 'Own' } });
    fireEvent.change(name, { target: { value: 'Other' } });
    expect(apiName.value).toBe('Own');
  });

  it('says what is wrong with a field beside it, once it was left', async () => {
    await show();
    const [name, apiName] = screen.getAllByRole('textbox');
    if (!name || !apiName) throw new Error('the name stands first');
    fireEvent.change(name, { target: { value: 'Points' } });
    fireEvent.change(apiName, { target: { value: 'two words' } });
    expect(screen.queryAllByRole('alert')).toHaveLength(0);
    fireEvent.blur(apiName);
    await waitFor(() => expect(apiName.getAttribute('aria-invalid')).toBe('true'));
    fireEvent.change(apiName, { target: { value: 'Points' } });
    await waitFor(() => expect(apiName.getAttribute('aria-invalid')).not.toBe('true'));
  });

  it('keeps what was typed over a reload, until it is discarded', async () => {
    await show();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Loyalty points' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'loyalty' }));
    const wasChecked = screen.getByRole<HTMLInputElement>('checkbox', { name: 'loyalty' }).checked;
    cleanup();
    await show();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Loyalty points');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'loyalty' }).checked).toBe(wasChecked);
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    cleanup();
    await show();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  });

  it('says where no event was received that fields could be proposed from', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: /^Propose/ }));
    expect(await screen.findByText(/No event of this kind has been received/)).toBeDefined();
  });
});

describe('an API name', () => {
  it('is made of the words of a name', () => {
    expect(derivedApiName('loyalty – points & more')).toBe('LoyaltyPointsMore');
    expect(derivedApiName('3D check')).toBe('DCheck');
    expect(derivedApiName('')).toBe('');
  });
});
