import type { FqlEditorHandle } from '@redoubt/fql-editor';
import { useMemo } from 'react';
import type { PartId } from '../text/rule-text.ts';

/** Moves the cursor between the editors of one surface. */
export type EditorFocus = {
  /** Takes the handle of a part's editor. */
  readonly handleOf: (part: PartId) => (handle: FqlEditorHandle | null) => void;
  /** Into a part, at an offset; false where there is no such part. */
  readonly at: (part: PartId, offset?: number) => boolean;
  /** Into the part above (its end) or below (its start). */
  readonly go: (part: PartId | undefined, direction: 'up' | 'down') => boolean;
  /** Into a part once the next picture is drawn. */
  readonly later: (part: PartId) => void;
  /** Lays every part out anew; answers the parts that have errors and stayed as they are. */
  readonly format: () => readonly PartId[];
};

export const useEditorFocus = (): EditorFocus =>
  useMemo(() => {
    const handles = new Map<PartId, FqlEditorHandle>();
    const takers = new Map<PartId, (handle: FqlEditorHandle | null) => void>();
    const at = (part: PartId, offset?: number): boolean => {
      const handle = handles.get(part);
      handle?.focus(offset);
      return handle !== undefined;
    };
    return {
      handleOf: (part) => {
        const known = takers.get(part);
        if (known) return known;
        const take = (handle: FqlEditorHandle | null): void => {
          if (handle) handles.set(part, handle);
          else handles.delete(part);
        };
        takers.set(part, take);
        return take;
      },
      at,
      go: (part, direction) => part !== undefined && at(part, direction === 'up' ? Number.MAX_SAFE_INTEGER : 0),
      later: (part) => void requestAnimationFrame(() => at(part)),
      format: () => [...handles].flatMap(([part, handle]) => (handle.format() ? [] : [part])),
    };
  }, []);
