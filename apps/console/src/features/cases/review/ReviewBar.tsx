import { ArrowNextRegular, ArrowUpRegular, ArrowUndoRegular, BracesRegular, PauseRegular } from '@fluentui/react-icons';
import type { CaseDecisionOption } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandBar, type Command } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useNow } from '../../../shared/use-now.ts';
import { DecisionButtons } from '../../../shared/cases/deciding/DecisionButtons.tsx';
import { clockText } from '../../../shared/cases/clock-text.ts';
import { LeaseClock } from './lease/LeaseClock.tsx';
import styles from './review.module.css';
import { useLetterKey } from '../../../shared/cases/deciding/use-letter-key.ts';

const Key = ({ command }: { readonly command: Command }): null => {
  const { keys = '', text, onSelect, disabledReason } = command;
  useLetterKey(keys, text, () => onSelect?.(), keys.length === 1 && disabledReason === undefined);
  return null;
};

const TimeOnCase = ({ sinceMs }: { readonly sinceMs: number }): ReactNode => {
  const text = useText('cases');
  return <span className="muted">{text('bar.onCase', { time: clockText(useNow(1000) - sinceMs) })}</span>;
};

export type ReviewBarProps = {
  readonly decisions: readonly CaseDecisionOption[];
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
  /** Why nothing can be decided now. */
  readonly disabledReason: string | undefined;
  /** The lease of the reader, by the clock of this computer. */
  readonly lease: { readonly sinceMs: number; readonly untilMs: number } | undefined;
  readonly isExtending: boolean;
  readonly onExtend: () => void;
  readonly onHold: () => void;
  readonly onEscalate: () => void;
  readonly onSendBack: () => void;
  readonly onSkip: () => void;
  /** Why the case cannot be left for the next one. */
  readonly skipDisabledReason: string | undefined;
  readonly isJsonOpen: boolean;
  readonly onJson: () => void;
  /** What panes of the case add, such as its notes. */
  readonly more?: readonly Command[];
};

/** Everything that can be done with a case, always in sight: decisions, setting aside, the lease. */
export const ReviewBar = (props: ReviewBarProps): ReactNode => {
  const { decisions, chosen, onChoose, disabledReason, lease, more = [] } = props;
  const text = useText('cases');
  const commands: readonly Command[] = [
    { id: 'hold', text: text('hold.title'), icon: PauseRegular, keys: 'H', onSelect: props.onHold, disabledReason },
    {
      id: 'escalate',
      text: text('escalate.title'),
      icon: ArrowUpRegular,
      keys: 'E',
      onSelect: props.onEscalate,
      disabledReason,
    },
    {
      id: 'sendBack',
      text: text('bar.sendBack'),
      icon: ArrowUndoRegular,
      keys: 'B',
      onSelect: props.onSendBack,
      disabledReason,
    },
    {
      id: 'skip',
      text: text('bar.skip'),
      icon: ArrowNextRegular,
      keys: 'ArrowRight',
      onSelect: props.onSkip,
      disabledReason: props.skipDisabledReason,
    },
    ...more,
    {
      id: 'json',
      text: 'JSON',
      icon: BracesRegular,
      keys: 'J',
      pressed: props.isJsonOpen,
      onSelect: props.onJson,
    },
  ];
  return (
    <div className={styles.bar}>
      <DecisionButtons decisions={decisions} chosen={chosen} disabledReason={disabledReason} onChoose={onChoose} />
      {commands.map((command) => (
        <Key key={`${command.id} ${command.keys}`} command={command} />
      ))}
      <div className={styles.commands}>
        <CommandBar
          commands={commands}
          strongFirst={false}
          end={
            lease ? (
              <>
                <TimeOnCase sinceMs={lease.sinceMs} />
                <LeaseClock untilMs={lease.untilMs} isExtending={props.isExtending} onExtend={props.onExtend} />
              </>
            ) : null
          }
        />
      </div>
    </div>
  );
};
