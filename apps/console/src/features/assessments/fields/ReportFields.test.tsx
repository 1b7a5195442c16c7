import { FluentProvider } from '@fluentui/react-components';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderConsole } from '../../../testing/render-console.tsx';
import { newField } from './field-rows.ts';
import { ReportFields, soundChoice } from './ReportFields.tsx';

const FIELDS = [
  { ...newField('tone'), friendlyName: 'Tone' },
  newField('weight', 'double'),
  ...Array.from({ length: 9 }, (_, at) => newField(`field${at}`)),
];

const Chosen = () => {
  const [value, setValue] = useState<string[] | null>(null);
  return (
    <FluentProvider>
      <ReportFields part="observation" fields={FIELDS} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </FluentProvider>
  );
};

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const value = (): unknown => JSON.parse(screen.getByRole('status').textContent);

describe('the fields of the observation report', () => {
  it('are the first ones, and those that are ticked once they are chosen', async () => {
    await renderConsole(<Chosen />);
    expect(screen.queryByRole('checkbox', { name: 'weight' })).toBeNull();
    expect([box('Tone').checked, box('Tone').disabled, box('field8').checked]).toEqual([true, true, false]);
    fireEvent.click(box('Choose fields'));
    expect(box('field8').disabled).toBe(true);
    fireEvent.click(box('Tone'));
    fireEvent.click(box('field8'));
    expect(value()).toEqual([0, 1, 2, 3, 4, 5, 6, 8].map((at) => `field${at}`));
    fireEvent.click(box('Choose fields'));
    expect(value()).toBe(null);
  });

  it('leave out fields that are gone or of another type when they are saved', () => {
    expect(soundChoice('observation', FIELDS, ['gone', 'weight', 'tone'])).toEqual(['tone']);
    expect(soundChoice('observation', FIELDS, null)).toBe(null);
  });
});
