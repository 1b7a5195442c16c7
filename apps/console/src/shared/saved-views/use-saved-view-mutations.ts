import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  getSavedViews,
  restoreSavedView,
  setDefaultView,
  type BodyIn,
  type SavedView,
} from '@redoubt/contracts';
import type { SavedViewPage } from '@redoubt/domain';
import { useWrite } from '../../api/use-write.ts';

/** Writes of the views of a page; each answers all of them. */
export const useSavedViewMutations = (page: SavedViewPage) => {
  const answers = { read: getSavedViews, params: () => ({ page }) };
  return {
    create: useWrite(createSavedView, (body: BodyIn<typeof createSavedView>) => ({ params: { page }, body }), {
      answers,
    }),
    change: useWrite(
      changeSavedView,
      ({ id, ...body }: BodyIn<typeof changeSavedView> & { readonly id: string }) => ({
        params: { page, viewId: id },
        body,
      }),
      { answers, afterRefusal: true },
    ),
    remove: useWrite(
      deleteSavedView,
      ({ id, version }: Pick<SavedView, 'id' | 'version'>) => ({ params: { page, viewId: id }, query: { version } }),
      { answers, afterRefusal: true },
    ),
    restore: useWrite(restoreSavedView, (viewId: string) => ({ params: { page, viewId } }), { answers }),
    setDefault: useWrite(setDefaultView, (viewId: string | null) => ({ params: { page }, body: { viewId } }), {
      answers,
    }),
  };
};
