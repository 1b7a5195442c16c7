import { joinClasses, toneClass, decisionTone, type DecisionName } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { CodePiece } from './rule-code.ts';
import styles from './code.module.css';

const decisionOf = (text: string): DecisionName =>
  (text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()) as DecisionName;

/** Rule text with its colours. */
export const Code = ({ pieces }: { readonly pieces: readonly CodePiece[] }): ReactNode => (
  <code className={styles.code}>
    {pieces.map((piece, at) => (
      <span
        key={at}
        className={joinClasses(
          styles[piece.kind],
          piece.kind === 'decision' && toneClass(decisionTone(decisionOf(piece.text))),
        )}
      >
        {piece.text}
      </span>
    ))}
  </code>
);
