import { useText } from '@redoubt/i18n';
import type { Neighbour, Dependencies } from '../graph.ts';
import { useResourceName } from '../../../shared/resources/use-type-text.ts';
import styles from './inventory.module.css';

const STEP_PX = 36;
const LINES_PX = 40;
/** More than these say nothing in a picture; the tables below hold them all. */
const MOST = 10;

/** Curves from boxes, evenly spread over the height, to the one in the middle. */
const Lines = ({ count, height, from }: { count: number; height: number; from: 'left' | 'right' }) => {
  const top = (height - count * STEP_PX) / 2 + STEP_PX / 2;
  const [outer, inner] = from === 'left' ? [0, LINES_PX] : [LINES_PX, 0];
  return (
    <svg className={styles.lines} width={LINES_PX} height={height} aria-hidden>
      {Array.from({ length: count }, (_, index) => {
        const y = top + index * STEP_PX;
        const half = LINES_PX / 2;
        return <path key={y} d={`M ${outer} ${y} C ${half} ${y}, ${half} ${height / 2}, ${inner} ${height / 2}`} />;
      })}
    </svg>
  );
};

const Boxes = ({ of, onChoose }: { of: readonly Neighbour[]; onChoose: (key: string) => void }) => {
  const text = useText('inventory');
  const nameOf = useResourceName();
  const shown = of.length > MOST ? of.slice(0, MOST - 1) : of;
  return (
    <div className={styles.boxes}>
      {shown.map(({ resource }) => (
        <button
          key={resource.key}
          type="button"
          className={styles.box}
          title={`${text(`type.${resource.type}`)} · ${nameOf(resource)}`}
          onClick={() => onChoose(resource.key)}
        >
          {nameOf(resource)}
        </button>
      ))}
      {shown.length < of.length ? (
        <span className={styles.more}>{text('more', { count: of.length - shown.length })}</span>
      ) : null}
    </div>
  );
};

const drawn = (of: readonly Neighbour[]): number => Math.min(of.length, MOST);

/** A resource in the middle, who reads it on the left, what it reads on the right; a click walks on. */
export const DependencyPicture = ({ of, onChoose }: { of: Dependencies; onChoose: (key: string) => void }) => {
  const text = useText('inventory');
  const nameOf = useResourceName();
  const { resource, readers, reads } = of;
  const height = Math.max(1, drawn(readers), drawn(reads)) * STEP_PX;
  return (
    <figure
      className="flex middle m-0 p-3 bg-subtle border-1 radius-2"
      aria-label={text('picture', { name: nameOf(resource) })}
    >
      <Boxes of={readers} onChoose={onChoose} />
      <Lines count={drawn(readers)} height={height} from="left" />
      <span className={styles.middle} title={nameOf(resource)}>
        {nameOf(resource)}
      </span>
      <Lines count={drawn(reads)} height={height} from="right" />
      <Boxes of={reads} onChoose={onChoose} />
    </figure>
  );
};
