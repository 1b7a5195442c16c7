import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './panels.module.css';

/** Kept free between a flyout and the edge of the window. */
const EDGE_PX = 8;

export type FlyoutProps = {
  readonly label: string;
  /** What opened it; it gets the focus back, and pressing it does not count as outside. */
  readonly trigger: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
};

/**
 * A small panel below the control that opened it. Stands beside its trigger inside a positioned element. Escape, a press
 * outside or the focus leaving closes it. Use it rather than Fluent's popover, whose focus trap leaves hidden focusable
 * elements in the page.
 */
export const Flyout = ({ label, trigger, onClose, align = 'start', children }: FlyoutProps) => {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const over = element.getBoundingClientRect().right + EDGE_PX - window.innerWidth;
    if (over > 0) element.style.marginLeft = `${-over}px`;
  }, []);
  useEffect(() => {
    const opener = trigger.current;
    const element = panel.current;
    const first = element?.querySelector<HTMLElement>('input, button, a[href], [tabindex="0"]') ?? element;
    first?.focus();
    const pressed = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!element?.contains(target) && !opener?.contains(target)) close.current();
    };
    document.addEventListener('pointerdown', pressed);
    return () => {
      document.removeEventListener('pointerdown', pressed);
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost || element?.contains(document.activeElement)) opener?.focus();
    };
  }, [trigger]);
  return (
    <div
      ref={panel}
      className={joinClasses(styles.flyout, align === 'end' && styles.flyoutEnd)}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        trigger.current?.focus();
        onClose();
      }}
      onBlur={(event) => {
        const next = event.relatedTarget;
        if (next && !panel.current?.contains(next) && !trigger.current?.contains(next)) onClose();
      }}
    >
      {children}
    </div>
  );
};
