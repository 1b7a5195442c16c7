import { notePieces } from '@redoubt/domain';
import type { ReactNode } from 'react';

/** The text of a note; addresses in it open in a tab of their own, which learns nothing of this page. */
export const NoteText = ({ text }: { readonly text: string }): ReactNode => (
  <p className="m-0 pre-wrap anywhere">
    {notePieces(text).map((piece, index) =>
      piece.kind === 'link' ? (
        <a key={index} href={piece.text} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      ) : (
        piece.text
      ),
    )}
  </p>
);
