/** What lies over the content at the right; one at a time. */
export type ShellPanel = 'preferences' | 'notifications' | 'feedback' | 'shortcuts' | 'about' | 'tours';
