/**
 * Imported before anything that imports React: the cost of an answer is measured with React's production
 * build, which does less than the development build.
 */
process.env.NODE_ENV = 'production'
