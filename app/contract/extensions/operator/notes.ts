/** How many notes a page of them has; a module of its own, so that browsers load no schemas with it. */
export const notesPerPage = 20
