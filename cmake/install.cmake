# What `cmake --install` puts below the prefix; tool/toolchain/installation.cpp finds it there. install.sh adds the
# precompiled headers, in lib/gpuc/pch.

# A line per file would hide what matters.
set(CMAKE_INSTALL_MESSAGE NEVER)

install(TARGETS gpuc RUNTIME DESTINATION bin)
install(TARGETS gpuc-cc RUNTIME DESTINATION libexec/gpuc)
install(TARGETS gpuc_runtime gpuc_test_main ARCHIVE DESTINATION lib/gpuc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/include/gpuc DESTINATION include)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/gpuc-config.cmake DESTINATION lib/cmake/gpuc)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/templates/ DESTINATION share/gpuc/templates)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/errors/ DESTINATION share/gpuc/errors FILES_MATCHING PATTERN "*.md")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/gpuc)

# A complete installation inside the build tree, precompiled headers included: what the tests run. It is current
# whenever `all` is.
set(GPUC_STAGE ${PROJECT_BINARY_DIR}/stage)
file(GLOB_RECURSE gpuc_staged_files CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/cmake/gpuc-config.cmake ${PROJECT_SOURCE_DIR}/lib/include/gpuc/* ${PROJECT_SOURCE_DIR}/templates/* ${PROJECT_SOURCE_DIR}/docs/errors/*.md)
set(gpuc_precompile)
foreach(standard IN ITEMS c++20 c++23 c++26)
  foreach(profile IN ITEMS dev release)
    list(APPEND gpuc_precompile
      COMMAND ${GPUC_STAGE}/bin/gpuc __precompile ${GPUC_STAGE}/lib/gpuc/pch --std ${standard} --profile ${profile})
  endforeach()
endforeach()
add_custom_command(
  OUTPUT ${PROJECT_BINARY_DIR}/stage.stamp
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${GPUC_STAGE}
  ${gpuc_precompile}
  COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/stage.stamp
  DEPENDS gpuc gpuc-cc gpuc_runtime gpuc_test_main ${gpuc_staged_files}
  COMMENT "Installing into ${GPUC_STAGE}"
  VERBATIM)
add_custom_target(gpuc_staged ALL DEPENDS ${PROJECT_BINARY_DIR}/stage.stamp)
