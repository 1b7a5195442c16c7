import type { EditorView } from '@codemirror/view';
import type { SymbolTable } from '@redoubt/fql';
import type { DefinitionOwner } from './definition.ts';
import type { RenameOwner } from './rename.ts';

/** What the editor asks its owner for while it lives; read anew each time, so it never goes stale. */
export type EditorOwner = RenameOwner &
  DefinitionOwner & {
    readonly symbols: () => SymbolTable;
    readonly changed: (code: string) => void;
    readonly format: (view: EditorView) => boolean;
    readonly submit: () => boolean;
    readonly leave: (direction: 'up' | 'down') => boolean;
  };
