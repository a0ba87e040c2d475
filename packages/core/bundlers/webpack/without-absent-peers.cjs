/* webpack warns of an `import()` that it cannot resolve, also inside of `try`: here it becomes a rejection. */
module.exports = function withoutAbsentPeers(source) {
  const done = this.async()
  const resolve = this.getResolve({ dependencyType: 'esm' })
  // The build writes quotes as it likes.
  const names = [...source.matchAll(/import\((['"])([^'"]+)\1\)/g)].map(([, , name]) => name)
  const absent = names.map((name) =>
    resolve(this.context, name).then(
      () => [],
      () => [name],
    ),
  )
  Promise.all(absent).then((found) => done(null, found.flat().reduce(reject, source)), done)
}

function reject(source, name) {
  const rejection = `Promise.reject(new Error('${name} is not installed'))`
  return source
    .replaceAll(`import('${name}')`, rejection)
    .replaceAll(`import("${name}")`, rejection)
}
