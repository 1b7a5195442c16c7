import type { ReactNode } from 'react';
import { Chip } from './Chip.tsx';

/** One of a few choices, such as the period of a report, each as a chip that is filled while it is chosen. */
export const ChoiceChips = <Choice extends string>(props: {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Null where none of them is chosen. */
  readonly chosen: Choice | null;
  readonly nameOf: (choice: Choice) => string;
  readonly onChoose: (choice: Choice) => void;
}): ReactNode => (
  <div className="row-wrap" role="group" aria-label={props.label}>
    {props.choices.map((each) => (
      <Chip
        key={each}
        pressed={each === props.chosen}
        solid={each === props.chosen}
        onSelect={() => props.onChoose(each)}
      >
        {props.nameOf(each)}
      </Chip>
    ))}
  </div>
);
