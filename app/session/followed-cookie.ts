/** Set by a browser that loads a page as a document, since a script of that page is lost. */
export const followedCookie = 'followed'
