import { useId, type ReactNode } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './layout.module.css';

export type SectionProps = {
  readonly title: ReactNode;
  /** Totals and scope, right after the title: data without a number above it is not finished. */
  readonly meta?: ReactNode;
  readonly end?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A part of a page: a small heading with its facts, then content; no card around it. */
export const Section = ({ title, meta, end, className, children }: SectionProps) => {
  const id = useId();
  return (
    <section className={joinClasses(styles.section, className)} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {meta ? <span className={styles.sectionMeta}>{meta}</span> : null}
        {end ? <div className={styles.sectionEnd}>{end}</div> : null}
      </div>
      {children}
    </section>
  );
};
