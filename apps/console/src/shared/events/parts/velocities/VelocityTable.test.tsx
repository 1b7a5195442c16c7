import type { EventVelocity } from '@redoubt/contracts';
import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VELOCITY_READ } from '../../../../testing/fixtures.ts';
import { VelocityTable } from './VelocityTable.tsx';

const texts = createBundledTexts('en-US');
afterEach(cleanup);

const read = (changes: Partial<EventVelocity>): EventVelocity => ({ ...VELOCITY_READ, value: 12.5, ...changes });

describe('the velocities a decision read', () => {
  it('stand with the value then and now, and say what is doubtful or could not be read', () => {
    render(
      <TextProvider texts={texts}>
        <VelocityTable
          velocities={[
            read({}),
            read({ includesCurrent: true, value: 40 }),
            read({ name: 'busy', uncertainEvents: 3 }),
            read({ name: 'many', isEstimate: true }),
            read({ name: 'away', value: null }),
            read({ name: 'young', warming: true }),
          ]}
          now={[20, 40]}
        />
      </TextProvider>,
    );
    const cells = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent.trim());
    expect(cells(/^spent 7d nora/)).toEqual(['12.50', '20']);
    expect(cells(/^spent 7d with this event nora/)).toEqual(['40', '40']);
    expect(cells(/^busy 7d nora 3 events at an edge of the window may be counted wrongly 12.50/)[0]).toMatch(/^±3/);
    expect(cells(/^many/)[0]).toContain('An estimate, not an exact count');
    expect(cells(/^away/)).toEqual(['not read', '–']);
    expect(screen.getByText('Still filling').closest('tr')?.textContent).toMatch(/^young/);
  });
});
