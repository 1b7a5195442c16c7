import type { Queue } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, CommandButton, joinClasses, useShortcut } from '@redoubt/ui';
import { useImperativeHandle, useRef, type ReactNode } from 'react';
import type { RowSelection } from '../../../shared/list-page/use-row-selection.ts';
import { keyOf } from '../queue-key.ts';
import tileStyles from '../../../shared/tiles/tiles.module.css';
import styles from '../queues.module.css';
import { useStartReview, type OnHeld } from '../use-start-review.ts';
import type { QueueTexts } from '../use-queue-texts.ts';
import { viewCasesHref } from '../view-cases.ts';
import { NextDue } from './NextDue.tsx';
import { OpenLine } from './OpenLine.tsx';

type TilesProps = {
  readonly queues: readonly Queue[];
  /** Whether some belong to environments below: then each says where it is. */
  readonly hasBelow: boolean;
  readonly texts: QueueTexts;
  readonly selection: RowSelection;
  /** Open cases of each queue in the last day, by its key. */
  readonly opens: ReadonlyMap<string, readonly number[]>;
  readonly onHeld: OnHeld;
};

const QueueTile = (props: Omit<TilesProps, 'queues'> & { readonly queue: Queue }) => {
  const { queue, hasBelow, texts, selection, opens, onHeld } = props;
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  const start = useStartReview(queue, onHeld);
  const key = keyOf(queue);
  const { counts, oldestAt } = queue;
  const where = hasBelow ? [queue.environment.name] : [];
  const figures: readonly (readonly [term: string, value: ReactNode])[] = [
    [cases('state.Pending'), formats.number(counts.pending)],
    [cases('state.InReview'), formats.number(counts.inReview)],
    [text('oldest'), texts.distance(oldestAt) || '–'],
    [text('nextDue'), <NextDue key="due" queue={queue} texts={texts} />],
  ];
  return (
    <li className={joinClasses(tileStyles.tile, selection.current === key && styles.current)}>
      <div className="row-middle between">
        <button
          type="button"
          data-tile={key}
          className={tileStyles.name}
          onFocus={() => selection.move(key)}
          onClick={() => selection.open(key)}
        >
          {queue.name}
        </button>
        <span className="row-middle">
          <OpenLine open={opens.get(key)} />
          {queue.paused ? <Chip solid>{text('paused')}</Chip> : null}
          <Chip>{text(`sequenceOf.${queue.sequence}`)}</Chip>
        </span>
      </div>
      <div className="soft truncate">{[...where, texts.assessment(queue), texts.timeOut(queue)].join(' · ')}</div>
      {texts.about(queue) === '' ? null : <p className="truncate m-0">{texts.about(queue)}</p>}
      <dl className={styles.figures}>
        {figures.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.foot}>
        <span className="soft truncate" title={texts.assignees(queue)}>
          {texts.assignees(queue)}
        </span>
        <span className={styles.actions}>
          {start ? <CommandButton appearance="outline" command={start} /> : null}
          {queue.canView ? (
            <CommandButton command={{ id: 'view', text: text('view'), href: viewCasesHref(queue) }} />
          ) : null}
        </span>
      </div>
    </li>
  );
};

/** Queues as tiles: the keys of a grid go from one to the next, and the whole tile opens its queue. */
export const QueueTiles = ({ queues, ...each }: TilesProps): ReactNode => {
  const ui = useText('ui');
  const { selection } = each;
  const list = useRef<HTMLUListElement>(null);
  // Tiles take the keyboard as a grid does.
  const show = (key: string | null): void => list.current?.querySelector<HTMLElement>(`[data-tile="${key}"]`)?.focus();
  useImperativeHandle(selection.grid, () => ({ focus: () => show(selection.current), show }));
  const step = (by: number): void => {
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
    const at = names.findIndex(({ dataset }) => dataset.tile === selection.current);
    names[at < 0 ? 0 : Math.min(Math.max(at + by, 0), names.length - 1)]?.focus();
  };
  useShortcut('j', ui('grid.keys.next'), () => step(1));
  useShortcut('k', ui('grid.keys.previous'), () => step(-1));
  useShortcut('Escape', '', selection.close, { active: selection.isOpen });
  return (
    <div className={tileStyles.list}>
      <ul ref={list} className={styles.tiles}>
        {queues.map((queue) => (
          <QueueTile key={keyOf(queue)} queue={queue} {...each} />
        ))}
      </ul>
    </div>
  );
};
