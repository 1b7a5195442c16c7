import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { placeCard, type Box } from './place-card.ts';
import type { Tour } from '../../routes/route-table.ts';
import styles from './tours.module.css';

const isSameBox = (one: Box | null, other: Box | null): boolean =>
  one?.left === other?.left && one?.top === other?.top && one?.width === other?.width && one?.height === other?.height;

const visibleBox = (element: Element | null): Box | null => {
  const box = element?.getBoundingClientRect();
  return box && box.width > 0 && box.height > 0
    ? { left: box.left, top: box.top, width: box.width, height: box.height }
    : null;
};

/** Where the control is, kept right while the page moves under the tour. */
const useTargetBox = (selector: string): Box | null => {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    let isShown = false;
    const measure = (): void => {
      const element = document.querySelector(selector);
      // A page that is still loading brings its control later.
      if (element && !isShown) element.scrollIntoView({ block: 'nearest' });
      isShown = element !== null;
      setBox((before) => {
        const now = visibleBox(element);
        return isSameBox(before, now) ? before : now;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const arrivals = new MutationObserver(measure);
    arrivals.observe(document.body, { childList: true, subtree: true });
    addEventListener('resize', measure);
    addEventListener('scroll', measure, true);
    return () => {
      observer.disconnect();
      arrivals.disconnect();
      removeEventListener('resize', measure);
      removeEventListener('scroll', measure, true);
    };
  }, [selector]);
  return box;
};

export type TourCardProps = {
  readonly tour: Tour;
  readonly step: number;
  readonly onStep: (step: number) => void;
  readonly onEnd: () => void;
};

/** One step of a tour beside the control it is about. The page stays usable; Escape ends the tour at any time. */
export const TourCard = ({ tour, step, onStep, onEnd }: TourCardProps) => {
  const text = useText('firstRun');
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [first] = tour.steps;
  const { title, text: words, target } = tour.steps[step] ?? first;
  const box = useTargetBox(target);
  const isLast = step === tour.steps.length - 1;
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    setSize({ width: element.offsetWidth, height: element.offsetHeight });
    element.focus({ preventScroll: true });
  }, [step]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onEnd();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [onEnd]);
  const place = placeCard(box, size, { width: window.innerWidth, height: window.innerHeight });
  return (
    <>
      {box ? (
        <div
          className={styles.ring}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
          aria-hidden
        />
      ) : null}
      <div
        ref={card}
        className={styles.card}
        data-tour-card
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        style={place}
      >
        <p className="soft">{text('tour.count', { step: step + 1, steps: tour.steps.length })}</p>
        <h2 id={`${id}-title`} className="fs-14 lh-20">
          {text(title)}
        </h2>
        <p id={`${id}-text`}>{text(words)}</p>
        <div className="row mt-1">
          <CommandButton
            primary
            command={{
              id: 'next',
              text: text(isLast ? 'tour.done' : 'tour.next'),
              onSelect: () => (isLast ? onEnd() : onStep(step + 1)),
            }}
          />
          {step > 0 ? (
            <CommandButton
              appearance="outline"
              command={{ id: 'back', text: text('tour.back'), onSelect: () => onStep(step - 1) }}
            />
          ) : null}
          {isLast ? null : <CommandButton command={{ id: 'skip', text: text('tour.skip'), onSelect: onEnd }} />}
        </div>
      </div>
    </>
  );
};
