// What is evaluated when a file is loaded is static. A file that a test is the first to load would count it as reached by that test, which
// does not load it again, so that its mutants would survive.
for (const file of process.env.MUTATION_FILES.split(' ')) await import(`../../${file}`)
