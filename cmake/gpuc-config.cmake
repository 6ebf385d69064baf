# find_package(gpuc): gpuc's runtime and projects in a build of CMake's.
#
#   gpuc::runtime                        the runtime and its public headers
#   gpuc_add_library(NAME DIRECTORY)     the library that the gpuc project in DIRECTORY is, as target NAME with the
#                                        project's include/ and gpuc::runtime. `gpuc build` runs with every build, and
#                                        does nothing where nothing changed. Profile dev in Debug builds, else release.

get_filename_component(GPUC_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(GPUC_EXECUTABLE "${GPUC_PREFIX}/bin/gpuc")

include(CMakeFindDependencyMacro)
find_dependency(Threads)

if(NOT TARGET gpuc::runtime)
  add_library(gpuc::runtime STATIC IMPORTED)
  set_target_properties(gpuc::runtime PROPERTIES
    IMPORTED_LOCATION "${GPUC_PREFIX}/lib/gpuc/libgpuc.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_INCLUDE_DIRECTORIES "${GPUC_PREFIX}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}"
    INTERFACE_COMPILE_FEATURES cxx_std_20)
endif()

function(gpuc_add_library target directory)
  get_filename_component(project "${directory}" ABSOLUTE)
  if(NOT EXISTS "${project}/gpuc.toml")
    message(FATAL_ERROR "gpuc_add_library(${target}): there is no ${project}/gpuc.toml")
  endif()
  file(STRINGS "${project}/gpuc.toml" names REGEX "^[ \t]*name[ \t]*=")
  list(GET names 0 line)
  string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*$" "\\1" name "${line}")
  set(made "${CMAKE_CURRENT_BINARY_DIR}/gpuc-${target}")
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(profile dev)
    set(options)
  else()
    set(profile release)
    set(options --release)
  endif()
  set(archive "${made}/${profile}/lib${name}.a")
  add_custom_target(${target}-gpuc ALL
    COMMAND "${GPUC_EXECUTABLE}" build -q ${options} --target-dir "${made}"
    WORKING_DIRECTORY "${project}"
    BYPRODUCTS "${archive}"
    COMMENT "gpuc build of ${project}"
    VERBATIM)
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}-gpuc)
  target_link_libraries(${target} INTERFACE "${archive}" gpuc::runtime)
  if(EXISTS "${project}/include")
    target_include_directories(${target} INTERFACE "${project}/include")
  endif()
endfunction()
