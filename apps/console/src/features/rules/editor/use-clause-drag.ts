import type { RuleText } from '@redoubt/contracts';
import { sectionOf, type ClauseSection } from '@redoubt/domain';
import { type DragEvent, useState } from 'react';
import { type ClausePlace, placeClause } from '../../../shared/authoring/text/clause-places.ts';
import type { PartId } from '../../../shared/authoring/text/rule-text.ts';

/** Where something dragged would land: before or after a clause, or first in a section. */
type Drop = 'before' | 'after' | 'into';

/** How a place on the surface takes part in dragging a clause. */
export type DropTarget = {
  /** Where the dragged clause would land here; null where it is not over this place. */
  readonly drop: Drop | null;
  readonly onOver: (event: DragEvent<HTMLElement>) => void;
  readonly onDrop: (event: DragEvent<HTMLElement>) => void;
};

/** How a clause does: it can be dragged, and others dropped before or after it. */
export type ClauseDrag = DropTarget & {
  readonly dragged: boolean;
  readonly onStart: () => void;
  readonly onEnd: () => void;
};

type Dragging = { readonly id: PartId; readonly over: string | null; readonly drop: Drop };

/** Drags clauses to another place or section; nothing changes before they are dropped. */
export const useClauseDrag = (text: RuleText, onChange: (text: RuleText) => void) => {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const target = (
    key: string,
    dropAt: (event: DragEvent<HTMLElement>) => Drop,
    placeOf: (drop: Drop) => ClausePlace,
  ) => ({
    drop: dragging !== null && dragging.over === key && dragging.id !== key ? dragging.drop : null,
    onOver: (event: DragEvent<HTMLElement>) => {
      if (dragging === null) return;
      event.preventDefault();
      const drop = dropAt(event);
      if (dragging.over !== key || dragging.drop !== drop) setDragging({ ...dragging, over: key, drop });
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (dragging === null) return;
      event.preventDefault();
      setDragging(null);
      const next = placeClause(text, dragging.id, placeOf(dropAt(event)));
      if (next !== text) onChange(next);
    },
  });
  const ofClause = (id: PartId): ClauseDrag => {
    const at = text.clauses.findIndex((clause) => clause.id === id);
    const section = sectionOf(text.clauses[at] ?? {});
    const below = text.clauses[at + 1];
    const next = below && sectionOf(below) === section ? below.id : null;
    const half = (event: DragEvent<HTMLElement>): Drop => {
      const { top, height } = event.currentTarget.getBoundingClientRect();
      return event.clientY < top + height / 2 ? 'before' : 'after';
    };
    return {
      ...target(id, half, (drop) => ({ section, before: drop === 'before' ? id : next })),
      dragged: dragging?.id === id,
      onStart: () => setDragging({ id, over: null, drop: 'into' }),
      onEnd: () => setDragging(null),
    };
  };
  const ofSection = (section: ClauseSection): DropTarget => {
    const first = text.clauses.find((clause) => sectionOf(clause) === section)?.id ?? null;
    return target(
      section,
      () => 'into',
      () => ({ section, before: first }),
    );
  };
  return { ofClause, ofSection };
};
